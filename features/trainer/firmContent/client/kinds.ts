/** What the server keeps a lesson's film and poster as. */
export const uploadKinds = { video: 'firmVideo', poster: 'firmPoster' }
