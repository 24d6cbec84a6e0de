// Running other programs so that signals, exit codes and what they say are not lost.
import { spawn } from 'node:child_process'

/** Runs without showing anything; answers the exit code and, in order, all that was said. */
export function runQuietly(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

const passed = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Hands signals to the child and ends as it ends. */
export function followChild(child) {
  for (const signal of passed) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    for (const name of passed) process.removeAllListeners(name)
    if (signal) process.kill(process.pid, signal)
    else process.exit(code ?? 1)
  })
}

/** Becomes another program, keeping the process id. Where this Node or system can't, starts it and follows it. */
export function replaceWith(command, args, env) {
  if (process.platform !== 'win32' && typeof process.execve === 'function') {
    process.removeAllListeners('warning')
    process.on('warning', () => {})
    process.execve(command, [command, ...args], env)
  }
  followChild(spawn(command, args, { stdio: 'inherit', env }))
}
