// Holds back the final dot that ends an email until `lastWord` resolves.
import { Readable } from 'node:stream'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { NotTaken, Undeliverable } from './deliveries.ts'

export type Mail = { messageId: string; envelope: { from: string; to: string[] }; bytes: Buffer }

export type SmtpLine = {
  /**
   * `lastWord` is awaited before the last byte. Throws `NotTaken` or `Undeliverable` if the server decided, errors of
   * `lastWord`, and others if the outcome is unknown. The signal cuts the connection.
   */
  give: (mail: Mail, lastWord: () => Promise<void>, signal?: AbortSignal) => Promise<void>
  /** Whether it can send another email. */
  isOpen: () => boolean
  close: () => void
}

/** Unreachable or rejected our sign-in, which says nothing about any email. */
export class ConnectionFailed extends NotTaken {}

/** Milliseconds. A server can check an email for long before it responds, and by then it can't be canceled. */
const limits = { connectionTimeout: 15_000, greetingTimeout: 15_000, dnsTimeout: 10_000, socketTimeout: 60_000 }

type SmtpError = Error & { responseCode?: number; code?: string }

/** `smtpUrl` includes user and password. The signal cancels. Throws `ConnectionFailed`. */
export async function openLine(smtpUrl: string, signal?: AbortSignal): Promise<SmtpLine> {
  const { auth, ...where } = parseConnectionUrl(smtpUrl)
  const connection = new SMTPConnection({ ...where, ...limits })
  let isOpen = true
  const broken = Promise.withResolvers<never>()
  broken.promise.catch(() => {})
  const end = (error: Error) => {
    isOpen = false
    connection.close()
    broken.reject(error)
  }
  connection.on('error', end)
  connection.once('end', () => end(new Error('The mail server closed the connection.')))
  const close = () => end(new Error('The connection was lost.'))
  const cutBy = async <T>(cut: AbortSignal | undefined, work: Promise<T>): Promise<T> => {
    if (cut?.aborted) close()
    cut?.addEventListener('abort', close, { once: true })
    try {
      return await Promise.race([work, broken.promise])
    } finally {
      cut?.removeEventListener('abort', close)
    }
  }
  try {
    await cutBy(signal, enter(connection, auth))
  } catch (error) {
    close()
    throw new ConnectionFailed((error as Error).message)
  }
  return {
    isOpen: () => isOpen,
    close,
    async give(mail, lastWord, cut) {
      const giving = begin(mail, lastWord)
      try {
        await cutBy(cut, giving.send(connection))
      } catch (error) {
        const { problem, isLineGood } = giving.judge(error as Error)
        if (isLineGood && isOpen) await reset(connection).catch(close)
        else close()
        throw problem
      }
    },
  }
}

type Auth = ReturnType<typeof parseConnectionUrl>['auth']

const enter = (connection: SMTPConnection, auth: Auth) =>
  new Promise<void>((resolve, reject) => {
    const done = (error?: Error | null) => (error ? reject(error) : resolve())
    connection.connect((error?: Error | null) => {
      if (error || !auth || !connection.allowsAuth) return done(error)
      connection.login({ user: auth.user, credentials: auth }, done)
    })
  })

const reset = (connection: SMTPConnection) =>
  new Promise<void>((resolve, reject) => connection.reset((error) => (error ? reject(error) : resolve())))

function begin({ envelope, bytes }: Mail, lastWord: () => Promise<void>) {
  let refused: Error | undefined
  let isCut = false
  let isSaid = false
  async function* pieces() {
    yield bytes.subarray(0, -1)
    try {
      await lastWord()
      if (isCut) throw new NotTaken('The mail server closed the connection before it had the whole email.')
    } catch (error) {
      refused = error as Error
      throw error
    }
    isSaid = true
    yield bytes.subarray(-1)
  }
  return {
    send: (connection: SMTPConnection) =>
      new Promise<void>((resolve, reject) => {
        const message = Readable.from(pieces(), { objectMode: false })
        connection.send({ ...envelope }, message, (error) => (error ? reject(error) : resolve()))
      }),
    /**
     * 5xx is permanent, 4xx temporary. A failed sign-in says nothing about the email. A server that disconnects before
     * its end can't have accepted it.
     */
    judge(error: SmtpError): { problem: Error; isLineGood: boolean } {
      isCut = true
      if (refused) return { problem: refused, isLineGood: false }
      const { responseCode: code, message } = error
      if (!code) return { problem: isSaid ? error : new NotTaken(message), isLineGood: false }
      const isOfMail = (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') && code !== 421
      const isForGood = isOfMail && code >= 500 && code !== 503
      // Anything after an incomplete text would be read as part of it.
      const isLineGood = isOfMail && (isSaid || error.code === 'EENVELOPE')
      return { problem: isForGood ? new Undeliverable(message) : new NotTaken(message), isLineGood }
    },
  }
}
