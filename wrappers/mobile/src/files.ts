// Files that the person asked for: written where the system may share them from, and offered in its share sheet.
import { Directory, Filesystem } from '@capacitor/filesystem'
import { Share } from '@capacitor/share'

const FOLDER = 'shared'
/** A multiple of three, so that the pieces' base64 can be put together. */
const PIECE_BYTES = 3 * 512 * 1024

/** What was shared before is not needed any more; another app may have been reading it until now. */
export const clearSharedFiles = (): Promise<void> =>
  Filesystem.rmdir({ path: FOLDER, directory: Directory.Cache, recursive: true }).catch(() => undefined)

/** Resolves to false where the person closes the sheet. */
export async function saveFile(name: string, content: Blob): Promise<boolean> {
  const place = { path: `${FOLDER}/${fileName(name)}`, directory: Directory.Cache }
  await Filesystem.writeFile({ ...place, data: await base64Of(content.slice(0, PIECE_BYTES)), recursive: true })
  for (let at = PIECE_BYTES; at < content.size; at += PIECE_BYTES)
    await Filesystem.appendFile({ ...place, data: await base64Of(content.slice(at, at + PIECE_BYTES)) })
  const { uri } = await Filesystem.getUri(place)
  try {
    await Share.share({ title: name, files: [uri] })
    return true
  } catch (problem) {
    if (problem instanceof Error && /cancel/i.test(problem.message)) return false
    throw problem
  }
}

/** No part of a path. */
const fileName = (name: string) => name.replaceAll(/[/\\:\0]/g, '-').replace(/^\.+/, '') || 'file'

async function base64Of(piece: Blob): Promise<string> {
  const reader = new FileReader()
  await new Promise((resolve, reject) => {
    reader.onload = resolve
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(piece)
  })
  return (reader.result as string).replace(/^[^,]*,/, '')
}
