// A command of package.json, such as `npm test`: `node tools/run.mjs <production|all> <program> …`. Installs the packages that the program needs and turns into it;
// under any Node from 20 on, on a clone that has nothing but git's files.
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
