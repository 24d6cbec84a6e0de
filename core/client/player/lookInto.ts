// Checks a video before the upload and takes a thumbnail. Loaded when a video is chosen.
import { BlobSource, Input, MP4, QTFF, UnsupportedInputFormatError, WEBM } from 'mediabunny'
import { type FactsOrReason, factsIn, orIncomplete } from '#core/contract/videoFacts.ts'

/** Share of the video's length. Source: the specification, section 7. */
const POSTER_AT = 0.25
const POSTER_WIDTH = 1280
const WAIT_MS = 15_000

/** Reads only the video's tables. */
export async function lookInto(file: File): Promise<FactsOrReason> {
  using input = new Input({ formats: [MP4, QTFF, WEBM], source: new BlobSource(file) })
  const read = async (start: number, end: number) => new Uint8Array(await file.slice(start, end).arrayBuffer())
  try {
    return await orIncomplete(await factsIn(input), file.size, read)
  } catch (error) {
    if (error instanceof UnsupportedInputFormatError) return { unfit: 'other' }
    return orIncomplete({ unfit: 'broken' }, file.size, read)
  }
}

/** Returns null if this browser can't play the video. */
export async function pictureIn(file: File, share = POSTER_AT): Promise<File | null> {
  const url = URL.createObjectURL(file)
  const video = document.createElement('video')
  try {
    video.muted = true
    video.preload = 'auto'
    const arrived = heard(video, 'loadeddata')
    video.src = url
    await arrived
    if (!Number.isFinite(video.duration)) return null
    const sought = heard(video, 'seeked')
    video.currentTime = video.duration * share
    await sought
    return await drawn(video, video.videoWidth, video.videoHeight)
  } catch {
    return null
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

export const videoFrame = (video: HTMLVideoElement) => drawn(video, video.videoWidth, video.videoHeight)

/** Scales an image down to thumbnail size. Returns null if this browser can't read it. */
export async function asPoster(picture: File): Promise<File | null> {
  const image = await createImageBitmap(picture).catch(() => null)
  if (!image) return null
  try {
    return await drawn(image, image.width, image.height)
  } finally {
    image.close()
  }
}

function heard(video: HTMLVideoElement, name: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const tooLate = setTimeout(() => reject(new Error('This browser can’t play this video.')), WAIT_MS)
    const end = (go: () => void) => () => {
      clearTimeout(tooLate)
      go()
    }
    video.addEventListener(name, end(resolve), { once: true })
    video.addEventListener(
      'error',
      end(() => reject(new Error('This browser can’t play this video.'))),
      { once: true },
    )
  })
}

async function drawn(from: CanvasImageSource, width: number, height: number): Promise<File | null> {
  if (width === 0 || height === 0) return null
  const scale = Math.min(1, POSTER_WIDTH / width)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d')?.drawImage(from, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
  return blob && new File([blob], 'Poster.jpg', { type: 'image/jpeg' })
}
