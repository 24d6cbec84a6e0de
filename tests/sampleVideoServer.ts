// Runs a server of sample videos with a built client in a separate process. Prints its URL, person, and video.
import { join } from 'node:path'
import { readCaptions } from '#core/contract/captions.ts'
import { migrate } from '#core/server/database/migrate.ts'
import { openDatabase } from '#core/server/database/open.ts'
import { filmOf, startVideoServer } from '#core/server/testing/fixtureVideos.ts'
import { readPlacedVideo } from '#core/server/video/readVideo.ts'
import { insertVideo } from '#core/server/video/videos.ts'

const [directory = '', client = '', bytes = '0'] = process.argv.slice(2)
const database = await openDatabase({ directory: join(directory, 'database') })
await migrate(database)
const server = await startVideoServer(database, directory, client)
const { ask: _, ...person } = await server.aPerson(await server.aFirm(), 'admin')

const words = [
  'Most first meetings end with a promise.',
  'Before the bill comes, name a day.',
  'Shall I come on Tuesday?',
  'It asks for little.',
]
const captions = readCaptions(
  `WEBVTT\n${words.map((text, n) => `\n00:00:${String(n * 5).padStart(2, '0')}.000 --> 00:00:${String(n * 5 + 5).padStart(2, '0')}.000\n${text}\n`).join('')}`,
)
const content = filmOf(Number(bytes))
const placed = await server.files.place(person.orgId, server.film, { content, name: 'A film.mp4', type: 'video/mp4' })
const facts = await readPlacedVideo(database, person.orgId, placed)
await server.files.change(person.orgId, [placed], (change) =>
  insertVideo(change, { placed, facts, name: 'Asking for the next meeting', captions, isOfFirm: true }, person.id),
)
process.stdout.write(`${JSON.stringify({ origin: server.origin, person, video: placed.id })}\n`)
