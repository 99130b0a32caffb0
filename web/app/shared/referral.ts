import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { z } from 'zod'
import { affiliateDefaults, referralCode } from '../../contract/affiliate.ts'

const kept = z.object({ code: referralCode, until: z.number() })
const shelf = 'garbo.referral'
const keptMs = affiliateDefaults.cookieDuration * 86_400_000

const keep = (code: string) => {
  try {
    localStorage.setItem(shelf, JSON.stringify({ code, until: Date.now() + keptMs }))
  } catch {
    // private windows refuse storage: it counts for this page only
  }
}

const recall = (): string | null => {
  try {
    const { code, until } = kept.parse(JSON.parse(localStorage.getItem(shelf) ?? 'null'))
    return until > Date.now() ? code : null
  } catch {
    return null
  }
}

/** Once somebody has registered by it, it is used up. */
export const forgetReferral = () => {
  try {
    localStorage.removeItem(shelf)
  } catch {
    // nothing was kept
  }
}

/** the code of the link one came by, now or up to thirty days ago (C-31); the latest link counts. */
export const useReferral = (): string | undefined => {
  const [asked] = useSearchParams()
  const said = referralCode.safeParse(asked.get('ref')).data
  const [before] = useState(recall)
  useEffect(() => {
    if (said !== undefined) keep(said)
  }, [said])
  return said ?? before ?? undefined
}
