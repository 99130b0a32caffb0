import { useEffect, useRef, useState } from 'react'
import { addressSelected, type Address } from '../../../contract/places.ts'
import { texts } from '../../texts.ts'
import { ChosenAddress } from './ChosenAddress.tsx'

/** The address-selection frame, and what it tells this page: from our own origin, from this frame, and of that type. */
export function FramedAddress({ path }: { readonly path: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [address, setAddress] = useState<Address | null>(null)
  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return
      const told = addressSelected.safeParse(data)
      if (told.success) setAddress(told.data.address)
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [])
  return (
    <div className="grid gap-3">
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of ours: in a sandbox it would have no origin to tell */}
      <iframe
        ref={frame}
        src={path}
        title={texts.addresses.workshop.frameTitle}
        className="h-96 w-full rounded-control border border-line"
      />
      <ChosenAddress address={address} />
    </div>
  )
}
