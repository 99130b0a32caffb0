/** Rejects with `message` unless `work` settles within `ms`; the work itself goes on. Cheap enough for hot paths. */
export const withDeadline = async <A>(work: Promise<A>, ms: number, message: string): Promise<A> => {
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), ms).unref()
  })
  try {
    return await Promise.race([work, expired])
  } finally {
    clearTimeout(timer)
  }
}
