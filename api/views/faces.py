"""The club's own face: picture, colour, links."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import READING, Item
from api.rights import Right
from api.shapes.faces import FaceEdit, FaceShape, NewPicture
from tournaments.clubs.access import club_for, club_for_viewer
from tournaments.clubs.verbs import face

if TYPE_CHECKING:
    from tournaments.clubs.models.clubs import Club


class _FaceItem(Item["Club"]):
    shape = FaceShape

    def fetch(self, club: str) -> Club:
        if self.request.method in READING:
            return club_for_viewer(club)
        return club_for(self.actor, club, "owner")


class ClubFace(_FaceItem):
    rights = {"GET": Right.READ, "PATCH": Right.CLUB}
    bodies = {"PATCH": FaceEdit}

    def get(self, request: Request, **ids: Any) -> Response:
        """Get the face of a club."""
        return self.show()

    def patch(self, request: Request, **ids: Any) -> Response:
        """Change the colour or the links of a club.

        A colour that is lost on the light or on the dark pages is refused (422). The sentence names one that
        would do.
        """
        return self.changed(face.change_face(self.target, self.actor, **self.body))


class ClubPicture(_FaceItem):
    rights = {"PUT": Right.CLUB, "DELETE": Right.CLUB}
    bodies = {"PUT": NewPicture}
    answers = {"DELETE": {204: None}}
    longest_body = 3 * 1024 * 1024

    def put(self, request: Request, **ids: Any) -> Response:
        """Give a club a picture, instead of the one before."""
        return self.changed(face.set_picture(self.target, self.actor, self.body["data"]))

    def delete(self, request: Request, **ids: Any) -> Response:
        """Delete the picture of a club."""
        face.remove_picture(self.target, self.actor)
        return Response(status=204)
