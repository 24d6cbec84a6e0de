// A program: makes an empty cluster in the directory it is given. On its own, because making one takes 500 MB that a server would keep.
import { PGlite } from '@electric-sql/pglite'

const [, , directory] = process.argv
if (!directory) throw new Error('Say where the cluster goes.')
const engine = await PGlite.create({ dataDir: directory })
await engine.exec('checkpoint')
await engine.close()
