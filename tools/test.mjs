// `npm test`, on a clone that has nothing but git's files and any Node from 20 on: installs, then runs tools/stages.ts.
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Pursuit needs Node 20 or later; this is Node ${process.versions.node}. See https://nodejs.org.`)
  process.exit(1)
}
const { prepare, root, serverEnvironment } = await import('./install.mjs')
const { replaceWith } = await import('./children.mjs')
const node = await prepare('all')
process.chdir(root)
replaceWith(node, ['tools/stages.ts', ...process.argv.slice(2)], serverEnvironment(node))
