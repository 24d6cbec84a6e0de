// Runs other programs without losing signals, exit codes, and output.
import { spawn } from 'node:child_process'

/** Resolves to the exit code and all output, in order. */
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

/** Exits the way the child exits. */
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

/** Keeps the process ID. If Node or the system doesn't support it, starts a child and follows it. */
export function replaceWith(command, args, env) {
  if (process.platform !== 'win32' && typeof process.execve === 'function') {
    process.removeAllListeners('warning')
    process.on('warning', () => {})
    process.execve(command, [command, ...args], env)
  }
  followChild(spawn(command, args, { stdio: 'inherit', env }))
}
