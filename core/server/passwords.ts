import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const hashWith = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>
/** OWASP's second recommended setting for Argon2id: 19 MiB, 2 passes, 1 lane. */
const cost = { memory: 19456, passes: 2, parallelism: 1, tagLength: 32 }

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Returns a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await hashWith('argon2id', { message: password, nonce, ...cost })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

let decoy: Promise<string> | undefined

/** Takes the same time for a missing account or password, by checking a decoy. */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'))
  const known = hash ?? (await decoy)
  const [, m, t, p, salt, tag] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(known) ?? []
  if (!salt || !tag) throw new Error('A stored password hash is not a PHC string of Argon2id.')
  const expected = Buffer.from(tag, 'base64')
  const parameters = { memory: Number(m), passes: Number(t), parallelism: Number(p), tagLength: expected.length }
  const actual = await hashWith('argon2id', { message: password, nonce: Buffer.from(salt, 'base64'), ...parameters })
  return timingSafeEqual(actual, expected) && hash != null
}
