// Runs `npm start`, and `npm run dev` with --dev, on any Node from 20 on, in a fresh clone. Installs packages, builds
// the client when its sources have changed, and becomes the server.
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(
    `Pursuit needs Node 20 or later to start; this is Node ${process.versions.node}. See https://nodejs.org.`,
  )
  process.exit(1)
}

const { prepare, serverEnvironment, root } = await import('./install.mjs')
const { followChild, replaceWith } = await import('./children.mjs')
const { lean } = await import('./lean.mjs')

const preparing = prepare('production')
if (process.argv.includes('--dev')) {
  const node = await preparing
  const { spawn } = await import('node:child_process')
  followChild(spawn(node, ['tools/dev.ts'], { cwd: root, stdio: 'inherit', env: serverEnvironment(node) }))
} else {
  const { buildClient, clientState } = await import('./clientBuild.mjs')
  // While the installed Node is being checked.
  const state = clientState()
  const node = await preparing
  await buildClient(node, state).catch((error) => {
    console.error(error.message)
    process.exit(1)
  })
  process.chdir(root)
  replaceWith(node, ['app/server.ts'], { ...serverEnvironment(node), ...lean })
}
