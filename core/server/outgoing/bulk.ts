// Many mails of one kind, each with a row of its feature: over several lines at once, with one last word at a time.
import { setTimeout as wait } from 'node:timers/promises'
import { deliverySentence, NotTaken, retryWrite, Undeliverable } from './deliveries.ts'
import type { Origin } from './links.ts'
import { type NamedMessage, writeToOutbox } from './outbox.ts'
import { type Mail, openLine, type SmtpLine } from './smtpLine.ts'

/** What is known of a mail. From `sending` on it may have arrived. */
export type KnownRecipients = 'waiting' | 'sending' | 'sent' | 'failed' | 'doubt'
/** `waiting` is one that was not taken this time. */
export type DeliveryNote = { id: string; state: KnownRecipients; problem: string }

export type BulkMail = {
  id: string
  /** What its file is called in the local outbox. */
  named: NamedMessage
  /** Made when its turn comes near. Throws Undeliverable for what can't be sent. */
  compose: () => Mail | Promise<Mail>
}

export type Bulk = {
  /**
   * Sends what can be sent now, and has everything noted that came of it. `note` writes notes down in one commit, and answers the ids whose
   * rows were where they had to be: a row that is not `waiting` is somebody else's. Throws NoLine where the mail server can't be reached,
   * and what `note` throws. The signal ends it: what waits for its turn goes back.
   */
  send: (
    mails: readonly BulkMail[],
    note: (notes: DeliveryNote[]) => Promise<ReadonlySet<string>>,
    signal: AbortSignal,
  ) => Promise<void>
  /** Ends the lines that are kept. */
  close: () => void
}

/** How mails leave. */
export type BulkEmailSettings = {
  origin: Origin
  /** See MailOptions. */
  from?: string | undefined
  smtpUrl?: string | undefined
  /** The local outbox: where they go without a mail server. */
  directory: string
  /** Mails a second of this process, at most. */
  perSecond?: number | undefined
  /** Lines to the mail server. */
  lines?: number | undefined
}

const LINES = 10
/** Milliseconds for which a line is kept that nobody uses. */
const KEPT = 5000

class Superseded extends Error {}

export const openBulk = ({ smtpUrl, directory, lines, perSecond }: BulkEmailSettings): Bulk =>
  smtpUrl ? overLines({ smtpUrl, lines, perSecond }) : intoOutbox(directory)

/** A file of the same mail is the same file: who writes it again does no harm. */
const intoOutbox = (directory: string): Bulk => ({
  close() {},
  async send(mails, note, signal) {
    const notes: DeliveryNote[] = []
    for (const { id, named, compose } of mails) {
      if (signal.aborted) break
      try {
        await writeToOutbox(directory, 'mail', named, (await compose()).bytes)
        notes.push({ id, state: 'sent', problem: '' })
      } catch (error) {
        notes.push(noteOf(id, error as Error, false))
      }
    }
    await note(notes)
  },
})

type Lines = { smtpUrl: string } & Pick<BulkEmailSettings, 'lines' | 'perSecond'>

function overLines({ smtpUrl, lines = LINES, perSecond }: Lines): Bulk {
  const free: SmtpLine[] = []
  const turns = openTurns()
  const pace = paceOf(perSecond)
  let closing: NodeJS.Timeout | undefined
  const close = () => {
    clearTimeout(closing)
    for (const line of free.splice(0)) line.close()
  }
  const lineAt = async (signal: AbortSignal) => {
    for (let kept = free.pop(); kept; kept = free.pop()) if (kept.isOpen()) return { line: kept, isUsed: true }
    return { line: await openLine(smtpUrl, signal), isUsed: false }
  }

  return {
    close,
    async send(mails, note, signal) {
      clearTimeout(closing)
      const ledger = openLedger(note)
      let isDown: Error | undefined
      let next = 0

      async function sendOne(mail: BulkMail): Promise<void> {
        const { line, isUsed } = await lineAt(signal)
        const cutting = new AbortController()
        const cut = () => cutting.abort()
        let isPast = false
        let endTurn = () => {}
        const speak = async () => {
          endTurn = await turns.take()
          await pace(signal)
          signal.throwIfAborted()
          if (!line.isOpen()) throw new NotTaken('The mail server closed the connection before it had the whole email.')
          // From here on it is too late to take it back.
          signal.removeEventListener('abort', cut)
          if (!(await ledger.say(mail.id))) throw new Superseded()
          isPast = true
        }
        let speaking: Promise<void> | undefined
        const lastWord = () => {
          speaking = speak()
          return speaking
        }
        signal.addEventListener('abort', cut, { once: true })
        try {
          await line.give(await mail.compose(), lastWord, cutting.signal)
          ledger.add({ id: mail.id, state: 'sent', problem: '' })
          free.push(line)
        } catch (error) {
          // A line that breaks while the last word is being noted: what was noted is known only afterwards.
          await speaking?.catch(() => {})
          if (line.isOpen()) free.push(line)
          if (error instanceof Superseded || (signal.aborted && !isPast)) return
          // A mail server may end a line that was idle, or has had its number of mails.
          if (isUsed && !isPast && !line.isOpen() && !(error instanceof Undeliverable)) return sendOne(mail)
          ledger.add(noteOf(mail.id, error as Error, isPast))
        } finally {
          signal.removeEventListener('abort', cut)
          // The next last word is written down together with what came of this one; without a next one it is written down now.
          if (!turns.isAwaited()) await ledger.flush().finally(endTurn)
          else endTurn()
        }
      }
      async function walk(): Promise<void> {
        while (!signal.aborted && !isDown && next < mails.length)
          await sendOne(mails[next++]!).catch((error) => {
            isDown ??= error as Error
          })
      }
      await Promise.all(Array.from({ length: Math.min(lines, mails.length) }, walk))
      await ledger.flush()
      closing = setTimeout(close, KEPT)
      if (isDown && !signal.aborted) throw isDown
    },
  }
}

function noteOf(id: string, error: Error, isPast: boolean): DeliveryNote {
  const problem = deliverySentence(error)
  if (error instanceof Undeliverable) return { id, state: 'failed', problem }
  return { id, state: isPast && !(error instanceof NotTaken) ? 'doubt' : 'waiting', problem }
}

/** What came of mails, until it is written down. */
function openLedger(note: (notes: DeliveryNote[]) => Promise<ReadonlySet<string>>) {
  let known: DeliveryNote[] = []
  const write = async (more: DeliveryNote[]): Promise<ReadonlySet<string>> => {
    const before = known
    known = []
    try {
      return await retryWrite(() => note([...before, ...more]))
    } catch (error) {
      known = [...before, ...known]
      throw error
    }
  }
  return {
    add: (one: DeliveryNote) => void known.push(one),
    /** Whether the last word on this one may be said: it is written down that it is. */
    say: async (id: string) => (await write([{ id, state: 'sending', problem: '' }])).has(id),
    async flush() {
      if (known.length > 0) await write([])
    },
  }
}

/** One after the other, over all that this process sends: a kill leaves one in doubt at most. */
function openTurns() {
  let last: Promise<void> = Promise.resolve()
  let awaited = 0
  return {
    isAwaited: () => awaited > 0,
    async take(): Promise<() => void> {
      const before = last
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      awaited++
      await before
      awaited--
      return resolve
    },
  }
}

function paceOf(perSecond: number | undefined): (signal: AbortSignal) => Promise<void> {
  if (!perSecond) return async () => {}
  let free = 0
  return async (signal) => {
    const now = performance.now()
    const ahead = free - now
    free = Math.max(now, free) + 1000 / perSecond
    if (ahead > 0) await wait(ahead, undefined, { signal })
  }
}
