/** What was answered, of at most so many bytes; null when there is more, of which no more is read. */
export const bodyWithin = async (response: Response, mostBytes: number): Promise<Uint8Array | null> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > mostBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
