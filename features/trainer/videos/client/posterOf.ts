// A picture of a video, taken at a quarter of it by the browser that sends it.

const SHARE = 0.25
const WIDEST = 1280
/** A browser that can't show the video in time takes no picture. */
const LIMIT_MS = 15_000

/** As JPEG; null where this browser can't play the video, which may still be fine for others. */
export async function posterOf(file: File): Promise<File | null> {
  const url = URL.createObjectURL(file)
  const video = document.createElement('video')
  video.muted = true
  video.preload = 'auto'
  video.playsInline = true
  try {
    video.src = url
    await heard(video, 'loadedmetadata')
    video.currentTime = Number.isFinite(video.duration) ? video.duration * SHARE : 0
    await heard(video, 'seeked')
    return await drawn(video)
  } catch {
    return null
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

const heard = (video: HTMLVideoElement, name: string) =>
  new Promise<void>((resolve, reject) => {
    const signal = AbortSignal.timeout(LIMIT_MS)
    video.addEventListener(name, () => resolve(), { once: true })
    video.addEventListener('error', () => reject(video.error), { once: true })
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

async function drawn(video: HTMLVideoElement): Promise<File | null> {
  const scale = Math.min(1, WIDEST / video.videoWidth)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(video.videoWidth * scale)
  canvas.height = Math.round(video.videoHeight * scale)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
  return blob && new File([blob], 'poster.jpg', { type: 'image/jpeg' })
}
