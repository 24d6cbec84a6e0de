// Files are written where the system can share them.
import { Directory, Filesystem } from '@capacitor/filesystem'
import { Share } from '@capacitor/share'

const FOLDER = 'shared'
/** A multiple of three, so that the base64 of the pieces can be concatenated. */
const PIECE_BYTES = 3 * 512 * 1024

/** Runs at the next start, because another app may still be reading a shared file. */
export const clearSharedFiles = (): Promise<void> =>
  Filesystem.rmdir({ path: FOLDER, directory: Directory.Cache, recursive: true }).catch(() => undefined)

/** False when the person closes the sheet. */
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

/** Removes path separators. */
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
