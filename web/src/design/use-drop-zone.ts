import { type DragEvent, useState } from "react";

/** Lets files be dropped on an element: whether one is dragged over it, and its event handlers. */
export function useDropZone(onFiles: (files: File[]) => void, isDisabled = false) {
  const [isOver, setOver] = useState(false);
  const handlers = {
    onDragOver(event: DragEvent) {
      event.preventDefault();
      setOver(!isDisabled);
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
      if (!isInside) setOver(false);
    },
    onDrop(event: DragEvent) {
      event.preventDefault();
      setOver(false);
      if (!isDisabled) onFiles([...event.dataTransfer.files]);
    },
  };
  return { isOver, handlers };
}
