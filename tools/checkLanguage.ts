// Fails on words that the writing style rules out, on exported names that two files declare, and on documents that name
// something that doesn't exist. Run by `npm run check`. `node tools/checkLanguage.ts <folder>` checks another tree.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'
import {
  bannedOpenings,
  bannedWords,
  conventions,
  exceptions,
  externalVariables,
  type Place,
  repeatedNames,
} from './languageRules.ts'

const product = fileURLToPath(new URL('..', import.meta.url))
const sourceFiles = ['{app,core,features,tests,tools,bench,wrappers}/**/*.{ts,tsx,mjs}', '*.ts']
const otherFiles = ['{app,core,features}/**/*.css', 'database/functions/*.sql', 'wrappers/desktop/src/*.rs']
const documents = ['*.md', 'docs/**/*.md', 'wrappers/*/*.md', '.github/**/*.md']
const isLeftOut = (file: string) => /(^|\/)(node_modules|dist|target|android|ios)(\/|$)/.test(file)
const isTest = (file: string) => /\.(test|e2e)\.tsx?$|\/testing\/|^(tests|bench|tools)\//.test(file)
/** The product and its tools. Operators and developers read the output of `tools/`. */
const isProgram = (file: string) => !isTest(file) || /^tools\/.*(?<!\.test)\.(ts|mjs)$/.test(file)

/** A piece of a file that people read. `line` counts from 1. */
type Piece = { place: Place; text: string; line: number }

/** Returns every broken rule as `file:line: sentence`, files in alphabetical order. `root` is the folder that holds app, core, and features. */
export function languageProblems(root: string): string[] {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const sources = new Map(filesIn(root, sourceFiles).map((file) => [file, readSource(file, read(file))]))
  const others = filesIn(root, otherFiles).map((file) => [file, piecesOf(file, read(file))] as const)
  const texts = filesIn(root, documents).map((file) => [file, read(file)] as const)
  const exporters = filesByName(sources)
  return [
    ...[...sources].flatMap(([file, { pieces }]) => wordProblems(file, pieces)),
    ...others.flatMap(([file, pieces]) => wordProblems(file, pieces)),
    ...texts.flatMap(([file, text]) => wordProblems(file, documentPieces(text))),
    ...repeatedExports(exporters),
    ...texts.flatMap(([file, text]) => deadReferences(root, file, text)),
    ...settingProblems(root, sources),
    // The list names files of the product, which another tree doesn't have.
    ...(root === product ? staleNames(exporters) : []),
  ].sort()
}

const filesIn = (root: string, patterns: string[]) =>
  globSync(patterns, { cwd: root, exclude: isLeftOut })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !isLeftOut(file))
    .sort()

// — words ——————————————————————————————————————————————————————————————————————————————————————

function wordProblems(file: string, pieces: readonly Piece[]): string[] {
  return pieces.flatMap(({ place, text, line }) => {
    const found = bannedWords.flatMap(({ pattern, use, places }) => {
      const word = places.includes(place) ? pattern.exec(text)?.[0] : undefined
      return word ? [`'${word}' in a ${place}. Use: ${use}.`] : []
    })
    const opening = place === 'comment' ? bannedOpenings.exec(text)?.[0] : undefined
    if (opening) found.push(`a comment starts with '${opening}'. Start with the thing or with a verb.`)
    if (found.length === 0 || exceptions.some((one) => one.file.test(file) && one.words.test(text))) return []
    return found.map((why) => `${file}:${line}: ${why}`)
  })
}

type Source = { text: string; pieces: Piece[]; exported: string[] }
type Node = { type: string; start: number; end: number }
type Parsed = { comments: { start: number; end: number; value: string }[] }

/** Returns comments, sentences, test names, and declared names of a TypeScript file, and the names it exports. */
function readSource(file: string, source: string): Source {
  const { program, comments } = parseSync(file, source)
  const lineOf = lineCounter(source)
  const pieces: Piece[] = commentPieces(source, comments).map((one) => ({ ...one, line: lineOf(one.start) }))
  const add = (place: Place, node: Node, text: string) => pieces.push({ place, text, line: lineOf(node.start) })
  const testNames = new Set<number>()
  const skipped = new Set<number>()
  new Visitor({
    CallExpression(call) {
      const first = call.arguments[0]
      if (first && /^(describe|test|it)$/.test(rootName(call.callee) ?? '')) testNames.add(first.start)
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (/\bsql$/.test(source.slice(tag.start, tag.end))) for (const { start } of quasi.quasis) skipped.add(start)
    },
    ImportDeclaration({ source: { start } }) {
      skipped.add(start)
    },
    Literal(literal) {
      if (typeof literal.value !== 'string' || skipped.has(literal.start)) return
      if (testNames.has(literal.start)) add('test name', literal, literal.value)
      else if (isSentence(literal.value) && isProgram(file)) add('text', literal, literal.value)
    },
    TemplateElement(element) {
      const text = element.value.cooked ?? ''
      if (isSentence(text) && isProgram(file) && !skipped.has(element.start)) add('text', element, text)
    },
    JSXText(text) {
      if (isProgram(file)) add('text', text, text.value)
    },
    VariableDeclarator({ id }) {
      if (id.type === 'Identifier') add('name', id, spaced(id.name))
    },
    FunctionDeclaration({ id }) {
      if (id) add('name', id, spaced(id.name))
    },
    TSTypeAliasDeclaration({ id }) {
      add('name', id, spaced(id.name))
    },
  }).visit(program)
  const exported = [
    ...source.matchAll(/^export (?:async )?(?:function\*?|const|let|class|type|interface|enum) (\w+)/gm),
  ]
  return { text: source, pieces, exported: [...new Set(exported.map(([, name = '']) => name))] }
}

/** Texts with at least two words. Keys, class names, and codes aren't read by people. */
const isSentence = (text: string) => /[A-Za-z]{2,}[^\n]* [a-z]/.test(text)
const spaced = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ')

type Callee = { type: string; name?: string; object?: Callee; callee?: Callee; tag?: Callee }
/** Returns the first name of `test.each(…)` or `describe.skip`. */
function rootName(callee: unknown): string | undefined {
  const { type, name, object, callee: called, tag } = callee as Callee
  if (type === 'Identifier') return name
  const inner = object ?? called ?? tag
  return inner && rootName(inner)
}

const lineCounter = (source: string) => {
  const ends = [...source.matchAll(/\n/g)].map(({ index }) => index)
  return (at: number) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (ends[middle]! < at) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}

/** Joins the lines of one comment. Quoted code and instructions to tools aren't words. */
function commentPieces(
  source: string,
  comments: Parsed['comments'],
): { place: 'comment'; text: string; start: number }[] {
  const joined: { place: 'comment'; text: string; start: number; end: number }[] = []
  for (const { start, end, value } of comments) {
    const text = plainComment(value)
    const last = joined.at(-1)
    const continues = last && source[start + 1] === '/' && /^\n[ \t]*$/.test(source.slice(last.end, start))
    if (continues && source[last.start + 1] === '/') Object.assign(last, { text: `${last.text} ${text}`, end })
    else joined.push({ place: 'comment', text, start, end })
  }
  return joined.filter(({ text }) => !/^(biome-ignore|@ts-|@vite|<reference)/.test(text))
}

const plainComment = (value: string) =>
  withoutCode(value.replace(/^\s*\*+/, '').replace(/\n\s*\*/g, '\n'))
    .replace(/\s+/g, ' ')
    .trim()

const withoutCode = (text: string) => text.replace(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replace(/[^\n]/g, ' '))

/** Returns comments of stylesheets, SQL functions, and Rust, and the sentences of Rust. */
function piecesOf(file: string, source: string): Piece[] {
  const pattern = file.endsWith('.css')
    ? /\/\*([\s\S]*?)\*\//g
    : file.endsWith('.sql')
      ? /--(.*)/g
      : /^\s*\/\/[/!]?(.*)/gm
  const lineOf = lineCounter(source)
  const found = [...source.matchAll(pattern)].map((match) => ({
    text: plainComment(match[1] ?? ''),
    index: match.index,
  }))
  const comments = found.map(({ text, index }): Piece => ({ place: 'comment', text, line: lineOf(index) }))
  return file.endsWith('.rs') ? [...comments, ...rustTexts(source, lineOf)] : comments
}

/** Tests at the end of a module aren't shown to people. */
const rustTexts = (source: string, lineOf: (at: number) => number): Piece[] =>
  [...source.split('#[cfg(test)]')[0]!.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)]
    .map(({ 1: text = '', index }): Piece => ({ place: 'text', text, line: lineOf(index) }))
    .filter(({ text }) => isSentence(text))

const documentPieces = (text: string): Piece[] =>
  withoutCode(text)
    .replace(/\]\([^)]*\)/g, ']')
    .split('\n')
    .map((line, at) => ({ place: 'doc', text: line, line: at + 1 }))

// — names ——————————————————————————————————————————————————————————————————————————————————————

type Exporters = ReadonlyMap<string, readonly string[]>

function repeatedExports(exporters: Exporters): string[] {
  const allowed = new Set([...conventions, ...repeatedNames])
  return [...exporters]
    .filter(([name, files]) => files.length > 1 && !allowed.has(name))
    .map(([name, files]) => `${files.join(', ')}: both export '${name}'. Name what each of them is.`)
}

/** Finds names on the list of repeated names that only one file exports by now. */
const staleNames = (exporters: Exporters): string[] =>
  repeatedNames
    .filter((name) => (exporters.get(name)?.length ?? 0) < 2)
    .map((name) => `tools/languageRules.ts: only one file exports '${name}' now. Take it off the list.`)

/** Returns the product files that export each name. */
function filesByName(sources: ReadonlyMap<string, Source>): Exporters {
  const files = new Map<string, string[]>()
  for (const [file, { exported }] of sources)
    if (/^(app|core|features)\//.test(file) && !isTest(file))
      for (const name of exported) files.set(name, [...(files.get(name) ?? []), file])
  return files
}

// — documents ——————————————————————————————————————————————————————————————————————————————————

const folders = /^(app|core|features|tests|tools|bench|database|deploy|docs|public|wrappers|apps|\.ci|\.github)\//

/** Paths, npm scripts, variables, and links of a document that lead nowhere. */
function deadReferences(root: string, file: string, text: string): string[] {
  const scripts = { ...scriptsOf(root), ...scriptsOf(join(root, dirname(file))) }
  const isOld = /CHANGELOG\.md$/.test(file)
  return text.split('\n').flatMap((line, at) => {
    const say = (what: string) => [`${file}:${at + 1}: names ${what}, which doesn’t exist`]
    const code = isOld ? [] : [...line.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one)
    const paths = code.filter((one) => folders.test(one) && !/[\s<>…$(]/.test(one))
    const links = [...line.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, to = '']) => to)
    return [
      ...paths.flatMap((path) => (isThere(root, path) ? [] : say(path))),
      ...(isOld ? [] : [...line.matchAll(/npm run ([\w:]+)/g)]).flatMap(([, name = '']) =>
        scripts[name] ? [] : say(`the script ${name}`),
      ),
      ...links.flatMap((to) => (/^\w+:/.test(to) || existsSync(join(root, dirname(file), to)) ? [] : say(to))),
    ]
  })
}

function scriptsOf(folder: string): Record<string, string> {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return {}
  return (JSON.parse(readFileSync(file, 'utf8')) as { scripts?: Record<string, string> }).scripts ?? {}
}

/** A path can have a pattern for its last parts, such as `features/*\/contract.ts` or `x.{ts,tsx}`, and can end with a line. */
const isThere = (root: string, path: string) => {
  const bare = normalize(path.replace(/:\d+$/, '').replace(/\/$/, ''))
  return existsSync(join(root, bare)) || (/[*{]/.test(bare) && globSync(bare, { cwd: root }).length > 0)
}

/** Finds variables that only the code or only docs/configuration.md has. */
function settingProblems(root: string, sources: ReadonlyMap<string, Source>): string[] {
  const guide = 'docs/configuration.md'
  if (!existsSync(join(root, guide))) return []
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const documented = new Set([...read(guide).matchAll(/^\| `([A-Z][A-Z0-9_]+)`/gm)].map(([, name = '']) => name))
  const code = [...sources].filter(([file]) => isProgram(file)).map(([, { text }]) => text)
  const deployment = filesIn(root, ['compose.yaml', 'Dockerfile', 'deploy/*', 'wrappers/desktop/src/*.rs']).map(read)
  const named = new Set(
    [...code.join('\n').matchAll(/\b(PURSUIT_[A-Z0-9_]+|DATABASE_\w*URL)\b/g)].map(([name]) => name),
  )
  const everything = [...[...sources.values()].map(({ text }) => text), ...deployment].join('\n')
  // The code completes some names: PURSUIT_DRIVE is a prefix of three variables.
  const isPrefix = (name: string) => [...documented].some((one) => one.startsWith(`${name}_`))
  const isRead = (name: string) =>
    everything.includes(name) ||
    [...named].some((one) => name.startsWith(`${one}_`)) ||
    externalVariables.includes(name)
  return [
    ...[...named]
      .filter((name) => !documented.has(name) && !isPrefix(name))
      .map((name) => `${guide}: lacks the variable ${name}`),
    ...[...documented].filter((name) => !isRead(name)).map((name) => `${guide}: names ${name}, which nothing reads`),
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = languageProblems(process.argv[2] ?? product)
  for (const problem of problems) console.log(problem)
  console.log(
    problems.length ? `${problems.length} problems of language.` : 'Words, names, and documents follow the style.',
  )
  process.exitCode = problems.length ? 1 : 0
}
