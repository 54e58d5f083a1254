// Loaded into a server process by `--import`, when a test or a bench starts it: ends the server when the process that started it is gone, even killed.
// Then the pipe of its input closes.
process.stdin.on('end', () => process.exit(1)).resume()
process.stdin.unref?.()
