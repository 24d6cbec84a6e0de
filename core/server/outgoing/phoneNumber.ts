/** Numbers written without a country are of this one. */
const HOME = 'US'
/** What a call to costs its owner, or what takes no texts at all. */
const refused = new Set(['PREMIUM_RATE', 'TOLL_FREE', 'SHARED_COST', 'UAN', 'PAGER', 'VOICEMAIL'])

/** A telephone number as it is kept and shown, '+1 212 555 0142'; null for one that no text can be sent to. */
export async function sendableNumber(written: string): Promise<string | null> {
  // The numbering plans of the world: loaded by the first who asks.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
  const number = parsePhoneNumberFromString(written, { defaultCountry: HOME, extract: false })
  if (!number?.isValid() || number.ext || refused.has(number.getType() ?? '')) return null
  return number.formatInternational()
}

export const unsendableNumber = 'We can’t text this number. Does it include the country code?'
