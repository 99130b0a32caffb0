import { useState } from 'react'
import { complain } from '../../components/toast.ts'
import { isRefused, said } from '../../shared/refused.ts'
import { handedIn } from '../../shared/upload.ts'
import { texts } from '../../texts.ts'

const { profile: words } = texts

/** Brings a chosen photo to where it can be named by its address; `then` hears that address, null for none. */
export const useHandingIn = (type: 'profile' | 'business', then: (address: string | null) => void) => {
  const [pending, setPending] = useState(false)
  const handIn = async (photo: string | null) => {
    setPending(true)
    try {
      then(photo === null ? null : await handedIn(photo, type))
    } catch (error) {
      complain(isRefused(error) ? said(error, words.failedPhoto) : words.failedPhoto)
    } finally {
      setPending(false)
    }
  }
  return { pending, handIn: (photo: string | null) => void handIn(photo) }
}
