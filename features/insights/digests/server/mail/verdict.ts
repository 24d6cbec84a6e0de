// Decides from a mail server's response whether an address is gone or an email failed only this time.

/**
 * `hard`: the address or its domain doesn't exist or was closed. `soft`: it exists, and the email failed temporarily.
 * `passing`: a filter, a sender rule, or a delay, which says nothing about the address and isn't counted.
 */
export type Verdict = 'hard' | 'soft' | 'passing'

/**
 * Status codes of RFC 3463, RFC 5248, RFC 7293, RFC 7505, and Exchange Online for nonexistent addresses and domains.
 */
const gone = new Set(
  '5.1.0 5.1.1 5.1.2 5.1.3 5.1.6 5.1.10 5.1.350 5.1.351 5.2.1 5.4.4 5.4.310 5.7.17 5.7.18'.split(' '),
)
/** Security, content, size, and the sender's own address. */
const passingCode = /^[45]\.[67]\.|^5\.3\.4$|^[45]\.2\.3$|^5\.1\.(7|8|90)$/

/** The rejection concerns the sender's address, server, or number of emails. */
const aboutSender =
  /sender[\w ]*(address|domain|verif|rejected|denied|not )|verify (your|the sender|sender)|return.?path|mail from|from (address|header|domain)|envelope from|unauthenticated|authentication (required|failed)|smtp authentication|mismatches client|network not allowed|not authenticated|not authori[sz]ed|permission|from: domain|for sending|preferences|helo|ehlo|ptr record|reverse dns|rdns|allowed.?senders|\b(spf|dkim|dmarc)\b|relay(ing)? (is )?(access )?(not|denied|prohibited)|(unable|not permitted|refus\w+) to relay|relay not permitted|rcpthosts|sending (quota|limit)|too (many|quickly)|rate that prevents|prevents additional messages|rate.?limit|throttl/i
/** The rejection concerns the email's content or a block list. */
const aboutFilter =
  /\b(spam|junk|bulk|virus|malware|phishing|uce|rbl|dnsbl)\b|spamhaus|black ?list|block ?list|deny ?list|blocked|banned|reputation|polic(y|ies)|content (rejected|filter)|message (content|rejected|refused)|looks like|suspicious|unsolicited|security (polic|reason)|gr[ae]y.?list|(message|size|mail) (is )?too (big|large)|size (limit|exceeds)|exceeds? [\w ]*size/i
const full =
  /(mail ?box|inbox|account|quota|storage|user|recipient)[^.;]{0,40}\b(is |has been )?(full|exceeded|over ?quota|over (the )?(maximum|allowed|limit)|exceeds)|over ?quota|out of storage|quota ?exceed|exceed\w* [\w ]*(quota|storage|space)|insufficient (disk|system|storage)|mailfolder is full|not enough (disk|space|storage)|disk (quota|full)|no space left|quota exceeded|mailbox size limit/i
/** A failed lookup can succeed later. */
const lookupFailed =
  /not found, try again|try again later|temporar|lookup (did not complete|timed? ?out)|servfail|dns (query failed|timeout)|timed? ?out|in the queue too long|malformed/i

const person =
  '(user|mail ?box|recipient|address|account|e-?mail( address| account)?|user ?id|customer|person|subscriber|name)'
const missing =
  "(does ?n[o']t exist|do(es)? not exist|not exist|is ?n[o']t (found|known|valid|active|here)|not found|(is |was )?unknown|unavailable|(is |has been |was )?(disabled|inactive|deactivated|suspended|discontinued|terminated|closed|deleted|removed|expired|locked|invalid|undeliverable|bad)|not (known|listed|local|recognized|valid|active)|no longer (\\w+ )?(available|valid|exists?|active|accepts?|in use|on server|works?)|couldn['’]?t be found|could not be found|was ?n['’]t found)"
const goneLabels = [
  // "User unknown", "mailbox <a@b> is unavailable", "The email account that you tried to reach does not exist"
  new RegExp(`\\b${person}\\b[^;\\n]{0,60}?\\b${missing}`, 'i'),
  // "unknown or illegal alias", "no such user", "invalid recipient", "not a valid recipient"
  new RegExp(
    `\\b(unknown|no such|invalid|illegal|nonexistent|non-existent|bad|undefined|unrecogni[sz]ed|inactive|not a valid|disabled|expired|unresolvable|not a known|ambiguous or unknown)( or \\w+)?( local| destination| virtual| rcpt| final| delivery){0,2} (${person}|userid|alias|rcpt|local.?part|mailbox name|domain|host(name)?|domain name)\\b`,
    'i',
  ),
  /\b(user|recipient|account|address)(name)? (unknown|invalid)|\buser_unknown|unknown_user|recip(ient)?notfound|nosuchuser|bad destination (mailbox|system|host)|delivery to this (address|user) is (restricted|not)/i,
  /\b(no|not an?|isn['’]t an?) (mail ?box|account|user|such (user|person|address|recipient|mailbox|account|local user|domain|host)|valid (recipient|mailbox|user|address))\b/i,
  /\b(does not|doesn['’]t|did not|has no|do not|don['’]t) (have )?(an? )?(?:[\w.-]+ )?(account|mailbox)\b|\bhave (no|any) (mailbox|account)|no (mailbox|account|user|one)( \w+)? (here|by that name|with that|for that)|sorry, no mailbox/i,
  /recipient (address )?rejected(: (user|undeliverable|unverified|unknown|no such|invalid|address|domain not found|access denied|mailbox)|\.?\s*$)|(address|recipient|user) (is )?not (found|exist)|user ?not ?(found|known|local)|(isn['’]t|is not|not) in my (control|virtual|validrcptto)|not our customer|unrout(e)?able (address|mail domain)|unroutable|rcpt (to )?(is )?(invalid|unknown)|(never|not) logged (in|onto)|address (no longer|unresolvable)|(has )?moved|left (the|our) (company|organi[sz]ation|firm)|addressee unknown|mailbox not found|account that you tried to reach|invalid mailbox|addressed? (to an )?unknown|no valid (recipient|mailbox|host)|does(n['’]t| not) specify a valid|not listed in|couldn['’]t be delivered[^.]*isn['’]t|suppressed sending|suppression list|history of bouncing|owner has changed/i,
  // Domains
  /(domain|host|hostname|server)( name)?( [\w.-]+)? (does not exist|doesn['’]t exist|not found|unknown|nonexistent|couldn['’]t be found|could not be found|not exist|is invalid|has no (mail|mx))|nxdomain|non-?existent ?domain|no such (host|domain)|host (was )?(not found|unknown)|unknown (mail )?host|couldn['’]t find any host|could not find any host|name or service not known|name service error|no (mx|a|mail exchanger)( or \w+)? (record|found)|null mx|no smtp service|domain doesn?['’]?t? (accept|exist)|does not accept (e?-?mail|messages)|records? point to non-existent|(names?|domain) (is )?not (found|known|resolv)|infodomainnonexistent|all relevant mx records|no route to (domain|host) found|domain is not reachable|[\w-]\.[a-z]{2,} does not exist/i,
]
const codeIn = (text: string) => /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0]

/** Classifies a permanent failure by its status and the server's text. A delay isn't one. */
export function verdictOf(status: string, words: string): Verdict {
  const codes = [codeIn(status), codeIn(words)].flatMap((code) => code ?? [])
  if (full.test(words)) return 'soft'
  const hasGoneCode = codes.some((code) => gone.has(code))
  const isNamedGone = goneLabels.some((one) => one.test(words)) && !lookupFailed.test(words)
  if (aboutSender.test(words)) return 'passing'
  if (isNamedGone) return 'hard'
  if (aboutFilter.test(words)) return 'passing'
  if (hasGoneCode && !lookupFailed.test(words)) return 'hard'
  return codes.some((code) => passingCode.test(code)) ? 'passing' : 'soft'
}

/** Returns whether the text alone is conclusive. Without a status from the server, anything less would be a guess. */
export const saysEnough = (words: string) =>
  codeIn(words) !== undefined ||
  /\b[45]\d\d[ -]/.test(words) ||
  [full, aboutSender, aboutFilter, lookupFailed, ...goneLabels].some((one) => one.test(words))
