/** Country of numbers that have no country code. */
const HOME = 'US'
/** Numbers that charge their owner for a call or receive no texts. */
const refused = new Set(['PREMIUM_RATE', 'TOLL_FREE', 'SHARED_COST', 'UAN', 'PAGER', 'VOICEMAIL'])

/** Returns the stored form, '+1 212 555 0142', or null if it can't receive texts. */
export async function sendableNumber(written: string): Promise<string | null> {
  // The numbering plans of all countries are large.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
  const number = parsePhoneNumberFromString(written, { defaultCountry: HOME, extract: false })
  if (!number?.isValid() || number.ext || refused.has(number.getType() ?? '')) return null
  return number.formatInternational()
}

export const unsendableNumber = 'We can’t text this number. Does it include the country code?'
