// Preloaded into a server with NODE_OPTIONS=--import. The embedded engine's disk fails while the folder FAILING_DISK
// has a file named after the call.
import fs, { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

const place = process.env.FAILING_DISK
if (place && !isMainThread) {
  const { fsyncSync } = fs
  fs.fsyncSync = (file) => {
    if (existsSync(join(place, 'fsync'))) throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' })
    return fsyncSync(file)
  }
}
