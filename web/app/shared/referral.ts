import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { z } from 'zod'
import { affiliateDefaults, referralCode } from '../../contract/promotion/affiliate.ts'

const storedReferral = z.object({ code: referralCode, until: z.number() })
const storageKey = 'garbo.referral'
const referralLifetimeMs = affiliateDefaults.cookieDuration * 86_400_000

const storeReferral = (code: string) => {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ code, until: Date.now() + referralLifetimeMs }))
  } catch {
    // private windows may refuse storage: the code is kept for this page only
  }
}

const readReferral = (): string | null => {
  try {
    const { code, until } = storedReferral.parse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'))
    return until > Date.now() ? code : null
  } catch {
    return null
  }
}

/** A code is used for one registration. */
export const clearReferral = () => {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // nothing was stored
  }
}

/** @rule Q-81 C-31 code of the referral link followed now or in the last thirty days; the latest one counts */
export const useReferral = (): string | undefined => {
  const [searchParams] = useSearchParams()
  const codeInUrl = referralCode.safeParse(searchParams.get('ref')).data
  const [storedCode] = useState(readReferral)
  useEffect(() => {
    if (codeInUrl !== undefined) storeReferral(codeInUrl)
  }, [codeInUrl])
  return codeInUrl ?? storedCode ?? undefined
}
