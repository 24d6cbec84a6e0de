/** File kinds of a lesson's video and poster. */
export const uploadKinds = { video: 'firmVideo', poster: 'firmPoster' }
