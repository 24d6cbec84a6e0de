import { device } from '#core/client/device.ts'
import { toast } from '#core/client/toasts.ts'
import { cardNameOf, contactCardOf, type ScannedContact } from './contactCard.ts'

/** Saves the contact as a file for this device's address book. Works offline. */
export async function saveContact(contact: ScannedContact): Promise<void> {
  const name = cardNameOf(contact)
  const card = new Blob([contactCardOf(contact)], { type: 'text/vcard;charset=utf-8' })
  if (await device.saveFile(name, card)) toast({ message: `Downloaded ${name}`, color: 'green' })
}
