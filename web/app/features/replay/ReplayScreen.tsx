import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import type { CaseReplay } from '../../../contract/replay.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Screen } from '../../components/Screen.tsx'
import { texts } from '../../texts.ts'
import { MomentList } from './MomentList.tsx'
import { MomentSlider } from './MomentSlider.tsx'
import { MomentShown } from './MomentShown.tsx'
import { caseReplay } from './replay.queries.ts'

const { replay: words } = texts

/** *Rivivi la contestazione*: a case as it stood at each of its moments. */
export function ReplayScreen() {
  const { caseId = '' } = useParams()
  const replay = useQuery(caseReplay(caseId))
  return (
    <Screen title={words.title} intro={words.intro}>
      <Loaded query={replay}>{(loaded) => <Moments replay={loaded} />}</Loaded>
    </Screen>
  )
}

function Moments({ replay }: { readonly replay: CaseReplay }) {
  const { moments, omitted, viewer } = replay
  const [chosen, choose] = useState(moments.length - 1)
  const place = Math.min(chosen, moments.length - 1)
  const moment = moments[place]
  if (moment === undefined) return null
  return (
    <div className="grid gap-5">
      <Notice>
        <p>{words.viewers[viewer]}</p>
        {omitted > 0 && <p>{words.omitted(omitted)}</p>}
      </Notice>
      <MomentSlider moments={moments} place={place} onMove={choose} />
      <div className="grid items-start gap-5 lg:grid-cols-[2fr_3fr]">
        <MomentShown replay={replay} moment={moment} />
        <div className="min-w-0 lg:order-first">
          <MomentList moments={moments} place={place} onMove={choose} />
        </div>
      </div>
    </div>
  )
}
