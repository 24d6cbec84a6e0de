// Names the classes of CSS modules in the build. Vite's own names repeat the class and are the longer text in both the
// styles and the code of the first screen.
import { createHash } from 'node:crypto'
import { relative } from 'node:path'

/** Returns a function for `css.modules.generateScopedName`: the file's hash and the class's place in the file. */
export function shortClassNames(root: string) {
  const files = new Map<string, string[]>()
  return (name: string, file: string): string => {
    const classes = files.get(file) ?? []
    files.set(file, classes)
    if (!classes.includes(name)) classes.push(name)
    const hash = createHash('sha256').update(relative(root, file)).digest('hex').slice(0, 6)
    // The fixed length keeps one file's names apart from another's.
    return `_${Number.parseInt(hash, 16).toString(36).padStart(5, '0')}${classes.indexOf(name).toString(36)}`
  }
}
