import { describe, expect, it } from 'vitest'
import { hashPassword, passwordMatches } from '../../../infrastructure/access/password-hash.ts'
import { newPassword } from '../../../web/contract/access.ts'

const long = 'Aa1!'.padEnd(199, 'x')
const cost = { memory: 64, passes: 1, lanes: 1 }

describe('A long password', () => {
  it('of two hundred characters is accepted, and its last characters count', async () => {
    expect(newPassword.safeParse(`${long}y`).success).toBe(true)
    expect(newPassword.safeParse(`${long}yy`).success).toBe(false)
    const hash = await hashPassword(`${long}y`, cost)
    expect([await passwordMatches(hash, `${long}y`), await passwordMatches(hash, `${long}z`)]).toEqual([true, false])
  })
})
