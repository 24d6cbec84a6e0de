export const channelWords: Record<string, string> = { mail: 'Mail', text: 'Text messages', push: 'Push messages' }
