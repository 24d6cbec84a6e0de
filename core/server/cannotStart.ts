/** The server can't start, and the person who started it can do something about it: the message says what. */
export class CannotStart extends Error {}

/** What to do about an error of the system at the start; undefined where it is none that a person can mend. `directory` is PURSUIT_DATA. */
export function whatToDo(error: unknown, directory: string, port: string | number): string | undefined {
  const { code, path = directory, syscall } = (error ?? {}) as NodeJS.ErrnoException
  return syscall === 'listen' || syscall === 'getaddrinfo' ? listening(code, port) : keeping(code, path, syscall)
}

function listening(code: string | undefined, port: string | number): string | undefined {
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program. Choose another one with PORT=…`
  if (code === 'EACCES')
    return `Pursuit may not listen on port ${port}: ports below 1024 are the system's. Choose another one with PORT=…`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return 'HOST is not an address of this machine. Use 127.0.0.1 for this machine alone, 0.0.0.0 for all of its addresses.'
}

function keeping(code: string | undefined, path: string, syscall: string | undefined): string | undefined {
  const other = 'or choose another folder with PURSUIT_DATA=…'
  if (code === 'EACCES' || code === 'EPERM')
    return `Pursuit may not write to ${path}. Give it to the user that Pursuit runs as (chown -R), ${other}`
  if (code === 'EROFS') return `${path} is on a disk that can only be read. Mount it for writing, ${other}`
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `There is no room left on the disk of ${path}. Make room and start Pursuit again: nothing that was saved is lost.`
  if (code === 'ENOENT' && syscall === 'mkdir')
    return `${path} can't be made: that place takes no folders. Choose another one with PURSUIT_DATA=…`
  if (code === 'ENOTDIR' || code === 'EEXIST' || code === 'EISDIR' || code === 'ELOOP' || code === 'ENOENT')
    return `${path} can't be used: something that is not a folder, or is gone, is in its way. Move it away, ${other}`
  if (code === 'EIO')
    return `The disk of ${path} can't be read or written. See the system's log; a backup comes back with npm run restore.`
  if (code === 'EMFILE' || code === 'ENFILE')
    return 'Too many files are open on this machine. Raise the limit (ulimit -n 65536) and start Pursuit again.'
}
