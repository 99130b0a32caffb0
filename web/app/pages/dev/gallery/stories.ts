import { chartStories } from './chart-stories.tsx'
import { displayStories } from './display-stories.tsx'
import { formStories } from './form-stories.tsx'
import { overlayStories } from './overlay-stories.tsx'
import { photoStories } from './photo-stories.tsx'
import { ratingStories } from './rating-stories.tsx'
import type { Story } from './story.tsx'

export const stories: readonly Story[] = [
  ...displayStories,
  ...chartStories,
  ...formStories,
  ...photoStories,
  ...ratingStories,
  ...overlayStories,
]
