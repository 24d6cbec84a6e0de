// Changes of people's feeds. Database triggers record them in the setting `app.feed_changes`: see
// `database/functions/add_feed_change.sql`.

/** Stands in for the ID of a person to reach everyone in the firm. */
export const EVERYONE = '*'

/**
 * `personId` can be `EVERYONE`. `what` is 'rows' with the new end of the feed, 'inbox', 'me' for changed
 * settings, roles, or subscriptions, or 'ended' if a session may have ended. Without `seq`, devices check every feed.
 */
export type FeedChange = {
  orgId: string
  personId: string
  what: 'rows' | 'inbox' | 'me' | 'ended'
  seq?: string
}

export type FeedListener = (changes: FeedChange[]) => void

/** Returns the changes that triggers recorded, each as one JSON object followed by a comma. */
export const parseFeedChanges = (recorded: string | null): FeedChange[] =>
  recorded ? JSON.parse(`[${recorded.slice(0, -1)}]`) : []

/** Called after every commit that changed a feed. Returns a function that unsubscribes. */
export function onFeedChanges(database: { feedListeners: Set<FeedListener> }, listener: FeedListener): () => void {
  database.feedListeners.add(listener)
  return () => void database.feedListeners.delete(listener)
}
