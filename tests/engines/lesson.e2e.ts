// Covers a lesson on a train in the two engines that can play its video on a busy machine.
import { expect, test } from '#tests/browser.ts'
import { startChromium } from './chromium.ts'
import type { Engine } from './engine.ts'
import { startFirefox } from './firefox.ts'
import { personAt } from './person.ts'

const engines: Record<string, () => Promise<Engine>> = {
  Chromium: startChromium,
  Firefox: startFirefox,
}

for (const [name, start] of Object.entries(engines))
  test(
    `plays a lesson in ${name}, downloads it, continues and reads it offline, and syncs later`,
    {
      tag: ['@ownServer', '@keptOnDevice'],
    },
    async ({ app }, info) => {
      test.slow()
      const engine = await start()
      const person = personAt(engine)
      const ask = <T>(script: string) => person.asks(script) as Promise<T>
      // The player appears after the heading of its page.
      const second = () => ask<number>('document.querySelector("video")?.currentTime ?? 0')
      try {
        await person.holds(1280, 800)
        await person.signsIn(app.url, app.people.dana)
        await person.sees('link', 'Trainer')
        await person.reads('All saved')
        await person.asks('navigator.serviceWorker.ready.then(() => true)')
        await person.opens(`${app.url}/trainers/lessons`)
        await person.clicks('button', 'Open All')
        await person.clicks('link', 'Talk about money early')
        await person.sees('heading', 'Talk about money early')
        await person.clicks('button', 'Play')
        await expect.poll(second, { timeout: 30_000 }).toBeGreaterThan(4)
        await person.clicks('button', 'Pause')
        await person.clicks('button', /^Save for offline, /)
        await person.reads(/^Saved on this device · /)
        await person.reads('All saved')

        await app.kill()
        await person.reloads()
        await person.sees('heading', 'Talk about money early')
        await expect.poll(second).toBeGreaterThanOrEqual(4)
        expect(await ask('new URL(document.querySelector("video").src).pathname')).toMatch(/^\/kept\//)
        const before = await second()
        await person.clicks('button', 'Play')
        await expect.poll(second, { timeout: 30_000 }).toBeGreaterThan(before + 6)
        await person.clicks('link', 'Transcript')
        await person.types('Search the transcript', 'thousand')
        await expect.poll(() => ask('document.querySelectorAll("mark").length')).toBeGreaterThan(0)
        await person.clicks('button', 'Pause')
        await app.restart()
        await person.reads('All saved')
        const { lessons } = (await app.call('dana', 'lessons')) as {
          lessons: { title: string; watched: { seconds: number; resume: number } }[]
        }
        const { watched } = lessons.find(({ title }) => title === 'Talk about money early')!
        expect(watched.seconds).toBeGreaterThanOrEqual(10)
        expect(watched.resume).toBeGreaterThanOrEqual(10)
      } catch (error) {
        await person.picture(info.outputPath(`${name}.png`)).catch(() => undefined)
        throw error
      } finally {
        await engine.close()
      }
    },
  )
