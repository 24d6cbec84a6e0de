// Finds the tests for `npm test -- --changed`.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

/** These paths affect everything in ways that no import shows. */
const REACHES_ALL = /^(database\/|package(-lock)?\.json$|tsconfig|vite(st)?\.config|playwright\.config)/
const SOURCE = /\.(tsx?|mjs|css|html)$/

/** Includes new and deleted files. Paths are relative to the root. */
export function changedPaths(root: string): string[] {
  const git = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error(`git could not say what has changed: ${stderr.trim()}`)
    return stdout.split('\0').filter(Boolean)
  }
  return [...git('diff', '--name-only', '-z', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard', '-z')]
}

/** Returns the sources whose importing tests Vitest finds. Null runs all tests, an empty list none. */
export function relatedTests(changes: readonly string[]): string[] | null {
  if (changes.some((path) => REACHES_ALL.test(path))) return null
  return changes.filter((path) => /\.(tsx?|mjs)$/.test(path) && !path.endsWith('.e2e.ts'))
}

/**
 * Null runs all e2e files, an empty list none. They don't import the code they test, so a change in a feature selects
 * its folder's tests, and a change in shared code selects all.
 */
export function relatedStories(changes: readonly string[], all: readonly string[] = storyFiles()): string[] | null {
  const paths = new Set<string>()
  for (const path of changes) {
    if (REACHES_ALL.test(path)) return null
    const feature = /^features\/[^/]+\//.exec(path)?.[0]
    if (path.endsWith('.e2e.ts')) paths.add(path)
    else if (/\.test\.tsx?$/.test(path)) continue
    else if (feature) for (const story of all.filter((one) => one.startsWith(feature))) paths.add(story)
    else if (/^(app|core|public|tests)\//.test(path) && SOURCE.test(path)) return null
  }
  return [...paths].filter((path) => all.includes(path)).sort()
}

const storyFiles = () => globSync('{app,core,features,tests}/**/*.e2e.ts').sort()
