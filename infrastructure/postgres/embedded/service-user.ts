import { execFileSync } from 'node:child_process'

export interface Ids {
  readonly uid: number
  readonly gid: number
}

/** A user without home or shell, made if there is none of that name; only root can ask. */
export const serviceUser = (name: string): Ids => {
  const known = find(name)
  if (known) return known
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name], {
      stdio: 'pipe',
    })
  } catch (cause) {
    const made = find(name)
    if (made) return made
    throw new Error(`Postgres does not run as root, and a user ${name} could not be made for it`, { cause })
  }
  return find(name) ?? { uid: -1, gid: -1 }
}

const find = (name: string): Ids | null => {
  try {
    return { uid: numberOf('-u', name), gid: numberOf('-g', name) }
  } catch {
    return null
  }
}
const numberOf = (flag: '-u' | '-g', name: string) =>
  Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
