// Reads an arrived email and verifies its sender. Runs in a worker thread, because a crafted email can take seconds.
import { hash } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { spf } from 'mailauth/lib/spf/index.js'
import { Refusal } from '#core/contract/errors.ts'
import { TIMED_OUT, withTimeout } from '#core/server/withTimeout.ts'
import { domainOfAddress, exactKey } from '../../mail/addresses.ts'
import { readMessage } from '../../mail/readMessage.ts'
import type { ReceivedMessage } from '../../mail/receivedMessage.ts'
import { isAligned } from './alignment.ts'
import { isVerifiedByGateway } from './gatewayResults.ts'
import { withLineEnds } from './lineEnds.ts'

export type MessageToInspect = {
  pieces: readonly Uint8Array[]
  /** The SMTP client and the sender of its envelope. Null if the email came by HTTP. */
  client: { ip: string; helo: string; sender: string } | null
  /** The name of the gateway that delivered the email, if its Authentication-Results count. */
  gateway: string | null
  /** Sender addresses of all recipients. The sender is only verified if it's one of them. */
  addresses: readonly string[]
  /** Time zones of the recipients. */
  zones: readonly string[]
  arrivedAt: string
  ownDomains: readonly string[]
  nameServers: readonly string[]
}

export type InspectedMessage = {
  /** By time zone. */
  messages: Record<string, ReceivedMessage>
  /** The only author, as `exactKey` writes it. Null if there are several, or none. */
  author: string | null
  isVerified: boolean
  /** 'sha256:' and the hash of the bytes. */
  digest: string
}
/** 'unreadable': nothing of it can be read as an email. */
export type Inspection = InspectedMessage | { problem: 'unreadable' }

/** Milliseconds for all DNS queries of one email. A sender whose DNS is slower isn't verified. */
const DNS_MS = 8_000
const LOOKUP_MS = 2_000

export async function inspectMessage(given: MessageToInspect): Promise<Inspection> {
  const { arrivedAt, ownDomains } = given
  const bytes = Buffer.concat(given.pieces)
  const digest = `sha256:${hash('sha256', bytes, 'hex')}`
  const messages: Record<string, ReceivedMessage> = {}
  try {
    for (const zone of given.zones) messages[zone] = await readMessage(bytes, { arrivedAt, ownDomains, zone })
  } catch (error) {
    if (error instanceof Refusal) return { problem: 'unreadable' }
    throw error
  }
  const [message] = Object.values(messages)
  const from = message?.from ? exactKey(message.from.address) : null
  const isKnown = from !== null && !message!.automatic && given.addresses.some((address) => exactKey(address) === from)
  if (!isKnown) return { messages, digest, author: from, isVerified: false }
  const found = await withTimeout(DNS_MS, verify(given, bytes, from))
  return { messages, digest, ...(found === TIMED_OUT ? { author: from, isVerified: false } : found) }
}

type Verified = Pick<InspectedMessage, 'author' | 'isVerified'>

/**
 * Two parsers must agree on the only author. Otherwise a signature could cover one author while the person sees
 * another.
 */
async function verify(given: MessageToInspect, bytes: Buffer, from: string): Promise<Verified> {
  const resolver = resolverOf(given.nameServers)
  const signed = await dkimVerify(withLineEnds(bytes), { resolver, rejectRsaSha1: true, minBitLength: 1024 })
  const [author] = signed.headerFrom
  if (signed.fromFields !== 1 || signed.headerFrom.length !== 1 || !author || exactKey(author) !== from)
    return { author: null, isVerified: false }
  const domain = domainOfAddress(from)
  const isSigned = signed.results.some(
    // A signature that leaves the end of the body open could cover another email.
    ({ status, signingDomain }) => status.result === 'pass' && !status.underSized && isAligned(domain, signingDomain),
  )
  if (isSigned) return { author: from, isVerified: true }
  // The IP address of a gateway says nothing about the sender, even if the domain's SPF record lists it.
  if (given.gateway !== null) return { author: from, isVerified: isVerifiedByGateway(bytes, given.gateway, domain) }
  return { author: from, isVerified: given.client !== null && (await isSentFrom(given.client, domain, resolver)) }
}

type AskDns = (name: string, type: string) => Promise<string[] | string[][]>

async function isSentFrom(client: NonNullable<MessageToInspect['client']>, domain: string, resolver: AskDns) {
  if (!isAligned(domain, domainOfAddress(client.sender))) return false
  const { status, domain: checked } = await spf({ ...client, resolver, maxElapsedTime: DNS_MS })
  return status.result === 'pass' && isAligned(domain, checked)
}

function resolverOf(servers: readonly string[]): AskDns {
  const resolver = new Resolver({ timeout: LOOKUP_MS, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return (name, type) => {
    if (type === 'PTR' && isIP(name)) return resolver.reverse(name)
    return resolver.resolve(name, type) as unknown as Promise<string[] | string[][]>
  }
}
