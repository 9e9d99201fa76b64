"""The formats of a stage: who goes on, who sits together and why. Seats are the seating's business."""
