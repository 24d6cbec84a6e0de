// Replies with the names of the variables in its environment.
process.on('message', () => process.send!({ variables: Object.keys(process.env) }))
