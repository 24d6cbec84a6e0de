/** What the server keeps a lesson's film and poster as. */
export const kinds = { video: 'firmVideo', poster: 'firmPoster' }
