// Runs a command of package.json: `node tools/run.mjs <production|all> <program> …`. Installs the packages it needs,
// then replaces itself with it. Works on any Node from 20 on, in a fresh clone.
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Pursuit needs Node 20 or later; this is Node ${process.versions.node}. See https://nodejs.org.`)
  process.exit(1)
}
const [set, program, ...args] = process.argv.slice(2)
const { prepare, root, serverEnvironment } = await import('./install.mjs')
const { replaceWith } = await import('./children.mjs')
const node = await prepare(set)
process.chdir(root)
replaceWith(node, [program, ...args], serverEnvironment(node))
