// Creates an empty cluster. It is a separate process because this takes 500 MB that a server would not release.
import { PGlite } from '@electric-sql/pglite'

const [, , directory] = process.argv
if (!directory) throw new Error('Say where the cluster goes.')
const engine = await PGlite.create({ dataDir: directory })
await engine.exec('checkpoint')
await engine.close()
