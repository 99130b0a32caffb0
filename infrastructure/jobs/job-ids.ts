/** BullMQ takes no number and no `:` for an id: every key becomes an id it takes, no two the same. */
export const idOf = (key: string): string => {
  if (key === '') throw new TypeError('A job needs a key')
  return `job-${encodeURIComponent(key)}`
}

/** The key a job was added under; for a run of a schedule one made of its name and time. */
export const keyOf = (id: string): string =>
  id.startsWith('job-') ? decodeURIComponent(id.slice(4)) : id.replaceAll(/[^\w-]/g, '-')
