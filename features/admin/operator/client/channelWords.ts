export const channelWords: Record<string, string> = { mail: 'Email', text: 'Text messages', push: 'Push messages' }
