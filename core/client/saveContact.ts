import { type CardContact, cardNameOf, contactCardOf } from '#core/contract/contactCard.ts'
import { device } from './device.ts'
import { toast } from './toasts.ts'

/** Saves the contact as a file for this device's address book. Works offline. */
export async function saveContact(contact: CardContact): Promise<void> {
  const name = cardNameOf(contact)
  const card = new Blob([contactCardOf(contact)], { type: 'text/vcard;charset=utf-8' })
  if (await device.saveFile(name, card)) toast({ message: `Downloaded ${name}`, color: 'green' })
}
