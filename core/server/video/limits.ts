// What a video may cost while it is read.

export const VIDEO_SECONDS = 30
export const VIDEO_MEMORY_BYTES = 512 * 1024 * 1024
/** Its tables lie at the front or at the end; only a film that does not say how long it is has to be read through. */
export const READ_BYTES = 512 * 1024 * 1024
