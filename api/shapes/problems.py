"""What a refusal looks like."""

from rest_framework import serializers

from .base import Shape


class Fault(Shape):
    """One place that is at fault: of the body, or of the query."""

    pointer = serializers.CharField(
        required=False, help_text="A JSON pointer into the body: `/document/upcard`."
    )
    parameter = serializers.CharField(required=False, help_text="The query's parameter: `dry_run`.")
    code = serializers.CharField()
    detail = serializers.CharField()


class Problem(Shape):
    """A problem document (RFC 9457), `application/problem+json`."""

    type = serializers.CharField(help_text="Where the code is explained: a path under `/api/v1/errors/`.")
    title = serializers.CharField(help_text="What the code means.")
    status = serializers.IntegerField()
    code = serializers.CharField(help_text="Stable: what programs look at.")
    detail = serializers.CharField(help_text="A sentence for people, about this very refusal.")
    at = serializers.IntegerField(required=False, help_text="Of a deal: the index of the action to blame.")
    errors = Fault(  # type: ignore[assignment]
        many=True, required=False, help_text="Where in the body it is wrong."
    )
    stated = serializers.JSONField(required=False, help_text="With 409: what the client said.")
    expected = serializers.JSONField(required=False, help_text="With 409: what is so.")


class Code(Shape):
    """A stable error code."""

    code = serializers.CharField()
    title = serializers.CharField(help_text="What it means.")
    status = serializers.IntegerField(help_text="The HTTP status that it comes with.")
    remedy = serializers.CharField(help_text="What to do about it.")
    example = serializers.JSONField(help_text="A problem document with this code.")


class FieldCode(Shape):
    """The code of a single fault in a body or query: within `errors`, never alone."""

    code = serializers.CharField()
    title = serializers.CharField(help_text="What it means.")


class CodePage(Shape):
    results = Code(many=True)
    faults = FieldCode(many=True)
    next = serializers.CharField(allow_null=True, help_text="Always null: there is one page.")
