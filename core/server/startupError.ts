/** Startup error that tells the operator how to fix it. */
export class StartupError extends Error {}

/** Returns undefined if an operator can't fix the error. `directory` is `PURSUIT_DATA`. */
export function whatToDo(error: unknown, directory: string, port: string | number): string | undefined {
  const { code, path = directory, syscall } = (error ?? {}) as NodeJS.ErrnoException
  return syscall === 'listen' || syscall === 'getaddrinfo' ? listening(code, port) : keeping(code, path, syscall)
}

function listening(code: string | undefined, port: string | number): string | undefined {
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program. Choose another one with PORT=…`
  if (code === 'EACCES')
    return `Pursuit isn’t allowed to listen on port ${port}. Ports below 1024 are reserved for the system. Choose another one with PORT=…`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return 'HOST isn’t an address of this machine. Use 127.0.0.1 for local access only, or 0.0.0.0 for all addresses.'
}

function keeping(code: string | undefined, path: string, syscall: string | undefined): string | undefined {
  const other = 'or choose another folder with PURSUIT_DATA=…'
  if (code === 'EACCES' || code === 'EPERM')
    return `Pursuit can’t write to ${path}. Change its owner to the user Pursuit runs as (chown -R), ${other}`
  if (code === 'EROFS') return `${path} is on a read-only disk. Mount it read-write, ${other}`
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `The disk that holds ${path} is full. Free up space and restart Pursuit. No saved data is lost.`
  if (code === 'ENOENT' && syscall === 'mkdir')
    return `Can’t create ${path}: its parent isn’t a folder. Choose another one with PURSUIT_DATA=…`
  if (code === 'ENOTDIR' || code === 'EEXIST' || code === 'EISDIR' || code === 'ELOOP' || code === 'ENOENT')
    return `Can’t use ${path}: something on its path isn’t a folder or is missing. Fix the path, ${other}`
  if (code === 'EIO')
    return `The disk that holds ${path} can’t be read or written. Check the system log. To restore a backup, run npm run restore.`
  if (code === 'EMFILE' || code === 'ENFILE')
    return 'This machine has too many open files. Raise the limit (ulimit -n 65536) and restart Pursuit.'
}
