export const VIDEO_SECONDS = 30
export const VIDEO_MEMORY_BYTES = 512 * 1024 * 1024
/** Tables are at the front or the end. Only a video without a stored length is read in full. */
export const READ_BYTES = 512 * 1024 * 1024
