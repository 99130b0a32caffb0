import { Notice } from '../../components/Notice.tsx'
import { texts } from '../../texts.ts'

const { travel: words } = texts

/** what a booking earns, and when. */
export function AvaInfo() {
  return (
    <Notice>
      <p className="font-semibold">{words.avaTitle}</p>
      <p>{words.avaText}</p>
      <p>{words.avaLimits}</p>
    </Notice>
  )
}
