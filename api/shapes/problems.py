"""Problem documents, and the list of codes."""

from rest_framework import serializers

from .base import Shape


class FaultShape(Shape):
    """A mistake in one place of the body or the query."""

    pointer = serializers.CharField(
        required=False, help_text="A JSON pointer into the body: `/document/upcard`."
    )
    parameter = serializers.CharField(required=False, help_text="A parameter of the query: `dry_run`.")
    code = serializers.CharField()
    detail = serializers.CharField()


class Problem(Shape):
    """A problem document (RFC 9457), `application/problem+json`."""

    type = serializers.CharField(help_text="The page about the code: a path under `/api/v1/errors/`.")
    title = serializers.CharField(help_text="The meaning of the code.")
    status = serializers.IntegerField()
    code = serializers.CharField(help_text="A stable code for programs.")
    detail = serializers.CharField(help_text="A sentence for people about this refusal.")
    at = serializers.IntegerField(required=False, help_text="For a deal: the index of the illegal action.")
    errors = FaultShape(  # type: ignore[assignment]
        many=True, required=False, help_text="The wrong places in the body or query."
    )
    stated = serializers.JSONField(required=False, help_text="With 409: the value in the request.")
    expected = serializers.JSONField(required=False, help_text="With 409: the present value.")


class Code(Shape):
    """A stable error code."""

    code = serializers.CharField()
    title = serializers.CharField(help_text="The meaning of the code.")
    status = serializers.IntegerField(help_text="The HTTP status.")
    remedy = serializers.CharField(help_text="What you can do.")
    example = serializers.JSONField(help_text="A problem document with this code.")


class FieldCode(Shape):
    """The code of one mistake in a body or query. It occurs in `errors` only."""

    code = serializers.CharField()
    title = serializers.CharField(help_text="The meaning of the code.")


class CodePage(Shape):
    results = Code(many=True)
    faults = FieldCode(many=True)
    next = serializers.CharField(allow_null=True, help_text="Always null: there is one page.")
